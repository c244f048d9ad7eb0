/**
 * Makes and uses passkeys in forms with `data-passkey`: asks the browser with the options of the form, and sends its answer in
 * the form. Without a script the style sheet hides the forms; the class `ready` shows them in browsers whose style sheets cannot
 * tell whether scripts run.
 */
export const PASSKEY_SCRIPT = String.raw`
const bytesOf = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));
const textOf = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
const readable = (list) => (list ?? []).map((one) => ({ ...one, id: bytesOf(one.id) }));
const ceremonies = {
  create: async (options) => {
    const publicKey = {
      ...options,
      challenge: bytesOf(options.challenge),
      user: { ...options.user, id: bytesOf(options.user.id) },
      excludeCredentials: readable(options.excludeCredentials),
    };
    const made = await navigator.credentials.create({ publicKey });
    const { clientDataJSON, attestationObject } = made.response;
    const transports = made.response.getTransports?.() ?? [];
    return [made, { clientDataJSON: textOf(clientDataJSON), attestationObject: textOf(attestationObject), transports }];
  },
  get: async (options) => {
    const publicKey = {
      ...options,
      challenge: bytesOf(options.challenge),
      allowCredentials: readable(options.allowCredentials),
    };
    const used = await navigator.credentials.get({ publicKey });
    const { clientDataJSON, authenticatorData, signature, userHandle } = used.response;
    return [used, {
      clientDataJSON: textOf(clientDataJSON),
      authenticatorData: textOf(authenticatorData),
      signature: textOf(signature),
      ...(userHandle ? { userHandle: textOf(userHandle) } : {}),
    }];
  },
};
for (const form of document.querySelectorAll('form[data-passkey]')) {
  if (!window.PublicKeyCredential) {
    form.hidden = true;
    continue;
  }
  const told = form.querySelector('[role=alert]');
  const button = form.querySelector('button');
  form.classList.add('ready');
  button.disabled = false;
  for (const note of document.querySelectorAll('[data-without-passkeys]')) note.hidden = true;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    button.disabled = true;
    told.hidden = true;
    try {
      const [key, response] = await ceremonies[form.dataset.passkey](JSON.parse(form.dataset.options));
      form.elements.response.value = JSON.stringify({
        id: key.id,
        rawId: textOf(key.rawId),
        type: key.type,
        response,
        clientExtensionResults: {},
      });
      form.submit();
    } catch (error) {
      button.disabled = false;
      told.textContent = form.dataset[error.name === 'InvalidStateError' ? 'present' : 'failed'];
      told.hidden = false;
    }
  });
}
for (const button of document.querySelectorAll('[data-copy]')) {
  if (navigator.clipboard === undefined) continue;
  button.hidden = false;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.textContent = button.dataset.copied;
    } catch {
      // The browser forbids it; the codes can be selected.
      button.hidden = true;
    }
  });
}
for (const button of document.querySelectorAll('[data-print]')) {
  button.hidden = false;
  button.addEventListener('click', () => print());
}
`;
