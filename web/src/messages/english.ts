import rooms from './en.json';
import luck from './luck.en.json';
import play from './play.en.json';

export default { ...rooms, ...play, ...luck };
