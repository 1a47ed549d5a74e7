export { MapPicture } from './Map';
