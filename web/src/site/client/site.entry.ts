/** The script of every public page. Reading and following links works without it. */
import { startHelp } from '../help/client.ts';
import { startErrorReports } from './error-reports.ts';
import { rememberLanguage } from './language.ts';
import { enhanceMenus } from './menus.ts';
import { matchScreenshots } from './screenshots.ts';

startErrorReports();
rememberLanguage();
enhanceMenus();
matchScreenshots();
startHelp();
