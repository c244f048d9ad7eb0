import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { App, type AppProps } from './app.ts';

export function render(props: AppProps): string {
  return renderToString(createElement(App, props));
}
