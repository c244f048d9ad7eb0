export { HelpLauncher } from './launcher.tsx';
export { openHelp } from './open-state.ts';
