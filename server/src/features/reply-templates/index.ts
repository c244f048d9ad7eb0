export { addTemplate, listTemplates } from './templates.ts';
