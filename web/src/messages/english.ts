import together from './together.en.json';
import talk from './talk.en.json';
import rooms from './en.json';
import league from './league.en.json';
import orders from './orders.en.json';
import play from './play.en.json';

export default { ...together, ...talk, ...rooms, ...play, ...league, ...orders };
