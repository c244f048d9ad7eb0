import { escapeHtml, simulatorPage } from '../kit/html.ts';
import type { ReceivedEvent } from './received-event.ts';

const notice = 'This is a local simulator of a Chatwoot help desk. Nothing of it reaches the real service.';

/** The received events, newest first. All of their text is untrusted. */
export function deskPage(heard: readonly ReceivedEvent[]): string {
  const rows = heard.toReversed().map(
    ({ at, event, websiteToken, verified, detail }) => `<tr><td>${escapeHtml(at.slice(11, 19))}</td>
<td><strong>${escapeHtml(event)}</strong></td><td>${escapeHtml(websiteToken)}</td>
<td>${verified === null ? '' : verified ? 'hash is right' : 'HASH IS WRONG'}</td>
<td><code>${escapeHtml(JSON.stringify(detail))}</code></td></tr>`,
  );
  const list =
    rows.length > 0
      ? `<table><thead><tr><th>Time</th><th>Event</th><th>Website token</th><th>Identity</th><th>What was told</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
      : '<p class="soft">Nobody has opened the chat yet. This page looks again by itself.</p>';
  return simulatorPage({
    title: 'Help desk',
    notice,
    style:
      'main{max-width:64rem}table{border-collapse:collapse;width:100%;font-size:.9375rem}td,th{text-align:left;vertical-align:top;padding:.375rem .5rem;border-bottom:1px solid var(--line)}',
    refreshSeconds: 5,
    body: `<h1>What the help desk was told</h1>${list}`,
  });
}

/** The chat itself, for the frame in the page. */
export function widgetPage(): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Chat</title>
<style>:root{font:16px/1.5 system-ui,sans-serif}body{margin:0;display:flex;flex-direction:column;height:100vh;background:#fff;color:#1f2328}
header{background:#1f93ff;color:#000;padding:1rem;display:flex;justify-content:space-between;align-items:center}h1{font-size:1.125rem;margin:0}
main{flex:1;overflow:auto;padding:1rem}ul{list-style:none;margin:0;padding:0}li{background:#eaf4ff;border-radius:.75rem;padding:.5rem .75rem;margin:0 0 .5rem}
form{display:flex;gap:.5rem;padding:.75rem;border-top:1px solid #d1d9e0}input{flex:1;font:inherit;padding:.5rem}button{font:inherit}</style></head>
<body><header><h1>Help desk simulator</h1><button id="close" type="button" aria-label="Close the chat">×</button></header>
<main><p id="who">Visitor</p><ul></ul></main>
<form><input aria-label="Message" autocomplete="off"><button>Send</button></form>
<script src="/widget.js"></script></body></html>`;
}
