/** The one script of every public page. Nothing here is needed to read or to move on. */
import { startHelp } from '../help/client.ts';
import { rememberLanguage } from './language.ts';
import { enhanceMenus } from './menus.ts';

rememberLanguage();
enhanceMenus();
startHelp();
