/**
 * The script that a page loads, written after Chatwoot's documentation of its website SDK: `chatwootSDK.run` creates
 * `$chatwoot`, adds a frame and a style sheet to the page, and fires `chatwoot:ready` when the frame has answered. The
 * page sends everything to the frame by `postMessage`, as with Chatwoot.
 */
export const sdkScript = `(() => {
  const frameId = 'chatwoot_live_chat_widget';
  const read = (name) => (document.cookie.split('; ').find((part) => part.startsWith(name + '=')) || '').slice(name.length + 1);
  const write = (name, value, age) => { document.cookie = name + '=' + value + '; path=/; samesite=lax; max-age=' + age; };
  window.chatwootSDK = {
    run({ websiteToken, baseUrl }) {
      if (window.$chatwoot) return;
      const settings = window.chatwootSettings || {};
      const userCookie = 'cw_user_' + websiteToken;
      const style = document.createElement('style');
      style.textContent = '.woot-widget-holder{position:fixed;right:20px;bottom:104px;width:400px;height:min(640px,calc(90% - 84px));box-shadow:0 5px 40px rgba(0,0,0,.16);border-radius:16px;overflow:hidden;z-index:2147483000}.woot-widget-holder iframe{width:100%;height:100%;border:0}.woot-widget-holder.woot--hide{visibility:hidden!important;opacity:0;z-index:-1!important}.woot-widget-holder.woot-widget--without-bubble{bottom:20px}.woot--bubble{position:fixed;right:20px;bottom:20px;width:64px;height:64px;border-radius:50%}@media(max-width:667px){.woot-widget-holder{inset:0;width:auto;height:auto;border-radius:0}}';
      document.body.append(style);
      const holder = document.createElement('div');
      holder.className = 'woot-widget-holder woot--hide' + (settings.hideMessageBubble ? ' woot-widget--without-bubble' : '');
      const frame = document.createElement('iframe');
      frame.id = frameId;
      frame.title = 'Chat';
      const address = () => baseUrl + '/widget?website_token=' + websiteToken;
      frame.src = address() + (read('cw_conversation') ? '&cw_conversation=' + read('cw_conversation') : '');
      holder.append(frame);
      document.body.append(holder);
      const tell = (event, value) => frame.contentWindow.postMessage('chatwoot-widget:' + JSON.stringify({ event, ...value }), '*');
      const fire = (name, detail) => window.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
      const woot = window.$chatwoot = {
        baseUrl, websiteToken, hasLoaded: false, isOpen: false, resetTriggered: false,
        hideMessageBubble: settings.hideMessageBubble || false, locale: settings.locale,
        toggle(state) {
          const open = state === 'open' ? true : state === 'close' ? false : !woot.isOpen;
          if (open === woot.isOpen) return;
          woot.isOpen = open;
          holder.classList.toggle('woot--hide', !open);
          tell('toggle-open', { isOpen: open });
          fire(open ? 'chatwoot:opened' : 'chatwoot:closed');
        },
        setUser(identifier, user) {
          if (typeof identifier !== 'string' && typeof identifier !== 'number') throw new Error('Identifier should be a string or a number');
          if (!user || !['avatar_url', 'email', 'name'].some((key) => user[key])) throw new Error('User object should have one of the keys [avatar_url, email, name]');
          tell('set-user', { identifier, user });
          write(userCookie, encodeURIComponent(identifier), 31536000);
        },
        setCustomAttributes(customAttributes) {
          if (!customAttributes || !Object.keys(customAttributes).length) throw new Error('Custom attributes should have atleast one key');
          tell('set-custom-attributes', { customAttributes });
        },
        setLocale(locale) { tell('set-locale', { locale: locale || 'en' }); },
        reset() {
          woot.toggle('close');
          write('cw_conversation', '', 0);
          write(userCookie, '', 0);
          woot.resetTriggered = true;
          tell('reset', {});
          frame.src = address();
        },
      };
      if (!settings.hideMessageBubble) {
        const bubble = document.createElement('button');
        bubble.className = 'woot--bubble';
        bubble.textContent = 'Chat';
        bubble.onclick = () => woot.toggle();
        document.body.append(bubble);
      }
      window.addEventListener('message', (message) => {
        if (message.source !== frame.contentWindow || typeof message.data !== 'string' || !message.data.startsWith('chatwoot-widget:')) return;
        const said = JSON.parse(message.data.slice('chatwoot-widget:'.length));
        if (said.event === 'loaded') {
          write('cw_conversation', said.config.authToken, 31536000);
          woot.hasLoaded = true;
          tell('config-set', { locale: woot.locale, hideMessageBubble: woot.hideMessageBubble });
          if (!woot.resetTriggered) fire('chatwoot:ready');
        }
        if (said.event === 'closeWindow') woot.toggle('close');
        if (said.event === 'error') fire('chatwoot:error', said.data);
      });
    },
  };
})();
`;

/** The script inside the frame: shows the conversation and reports every event to the server. */
export const frameScript = `(() => {
  const query = new URLSearchParams(location.search);
  const conversation = query.get('cw_conversation') || crypto.randomUUID();
  const say = (event, value) => parent.postMessage('chatwoot-widget:' + JSON.stringify({ event, ...value }), '*');
  const hear = async (event, value) => {
    const answer = await fetch('/api/heard', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ event, websiteToken: query.get('website_token'), conversation, ...value }) });
    return answer.json();
  };
  const who = document.getElementById('who');
  addEventListener('message', async ({ source, data }) => {
    if (source !== parent || typeof data !== 'string' || !data.startsWith('chatwoot-widget:')) return;
    const { event, ...value } = JSON.parse(data.slice('chatwoot-widget:'.length));
    const { verified } = await hear(event, value);
    if (event === 'set-user') {
      who.textContent = value.user.name + (verified ? ' (identified)' : ' (not believed)');
      if (!verified) say('error', { errorType: 'SET_USER_ERROR', data: { message: 'HMAC failed' } });
    }
  });
  document.querySelector('form').addEventListener('submit', (submitted) => {
    submitted.preventDefault();
    const field = document.querySelector('input');
    if (field.value.trim() === '') return;
    const line = document.createElement('li');
    line.textContent = field.value;
    document.querySelector('ul').append(line);
    hear('message', { text: field.value });
    field.value = '';
  });
  document.getElementById('close').addEventListener('click', () => say('closeWindow', {}));
  hear('loaded', {}).then(() => say('loaded', { config: { authToken: conversation, channelConfig: { widgetColor: '#1f93ff' } } }));
})();
`;
