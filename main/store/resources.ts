/** Where the files that ship with the program lie; native/ alone knows. */
export { resourcePath } from '../../native/resources.ts';
