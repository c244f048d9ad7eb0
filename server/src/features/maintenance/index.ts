export { getMaintenance, setReadOnly } from './maintenance.ts';
