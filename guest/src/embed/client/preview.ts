/**
 * The script of the editor's preview frame: shows the example page that the editor sends, and runs the embed's own script
 * in it. What is counted on pages of visitors is not counted here: a script from a blob has no address to report to, and
 * the policy of the frame forbids every connection.
 */
import { type PreviewState, previewReady } from './shared/preview-messages.ts';
import { closedOnPage } from './shared/toast.ts';

let shown: Partial<PreviewState> = {};

function show(state: PreviewState): void {
  const { documentElement: root, body } = document;
  root.lang = state.language;
  root.dataset.theme = state.theme;
  // The page stays where it was scrolled to while settings of the embed change.
  if (state.page !== shown.page) body.innerHTML = state.page;
  if (state.script !== shown.script) run(state.script);
  shown = state;
}

function run(source: string): void {
  const address = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  const script = document.createElement('script');
  script.onload = script.onerror = () => {
    URL.revokeObjectURL(address);
    script.remove();
    // A toast that was closed comes back: what is shown is another draft.
    closedOnPage().clear();
    // A new element, as on a page that is opened: the old one keeps the height of what was in it before.
    for (const element of document.querySelectorAll('kindling-reviews'))
      element.replaceWith(element.cloneNode());
  };
  // In the order of the messages.
  script.async = false;
  script.src = address;
  document.head.append(script);
}

addEventListener('message', ({ data, source }: MessageEvent<PreviewState>) => {
  if (source === parent && data?.type === 'kindling:preview') show(data);
});
// To any origin: this frame is sandboxed and only our own pages may frame it, and that it is ready is no secret.
parent.postMessage(previewReady, '*');
