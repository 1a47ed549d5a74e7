import rooms from './fr.json';
import luck from './luck.fr.json';
import play from './play.fr.json';

export default { ...rooms, ...play, ...luck };
