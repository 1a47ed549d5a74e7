import together from './together.fr.json';
import talk from './talk.fr.json';
import rooms from './fr.json';
import league from './league.fr.json';
import orders from './orders.fr.json';
import play from './play.fr.json';

export default { ...together, ...talk, ...rooms, ...play, ...league, ...orders };
