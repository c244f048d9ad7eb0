import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { App, type AppProps } from './app.tsx';

export function render(props: AppProps): string {
  return renderToString(createElement(App, props));
}
