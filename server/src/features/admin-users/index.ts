export { changeRoleByCommand } from './change-person.ts';
export { createMailPerson } from './mail-person.ts';
