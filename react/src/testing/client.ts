/** Hydrates the server's HTML; renders by itself when the page is empty. */
import { createElement } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App, type AppProps } from './app.tsx';

const root = document.querySelector('#root');
const props: AppProps = JSON.parse(document.querySelector('#props')?.textContent ?? '{}');
if (root !== null) {
  if (root.childElementCount > 0) hydrateRoot(root, createElement(App, props));
  else createRoot(root).render(createElement(App, props));
}
