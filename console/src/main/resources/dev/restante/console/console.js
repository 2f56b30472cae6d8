// Refreshes the page regions that are marked with data-live, and validates inputs that have data-check while the user
// types. Every page works without this script. It polls while the page is visible, so it keeps no connection open.
'use strict';
(() => {
  const REST = 5000, LONGEST_REST = 60000, TIMES = 20, PATIENCE = 20000, TYPING = 300;
  // URL without user and password, which the address bar may contain.
  const here = location.origin + location.pathname + location.search;
  const said = document.getElementById('live');

  async function page(address) {
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = await fetch(address, { headers: { 'Restante-Refresh': '1' }, cache: 'no-store', signal });
    // The application may redirect a user who is no longer logged in to its login page.
    const status = answer.redirected ? 401 : answer.status;
    if (status !== 200) throw Object.assign(new Error('the console returned status ' + status), { status });
    return new DOMParser().parseFromString(await answer.text(), 'text/html');
  }

  // Makes a node equal to another one. Equal parts are not touched, so that focus, scrolling and selection stay.
  function become(node, like) {
    if (node.isEqualNode(like)) return;
    if (node.nodeType !== Node.ELEMENT_NODE) { node.data = like.data; return; }
    for (const { name } of [...node.attributes]) if (!like.hasAttribute(name)) node.removeAttribute(name);
    for (const { name, value } of like.attributes) if (node.getAttribute(name) !== value) node.setAttribute(name, value);
    const key = child => child.nodeType === Node.ELEMENT_NODE ? child.getAttribute('data-key') : null;
    const keyed = new Map([...node.children].filter(key).map(child => [key(child), child]));
    const wanted = new Set([...like.children].map(key));
    keyed.forEach((child, name) => { if (!wanted.has(name)) child.remove(); });
    let next = node.firstChild;
    for (const child of [...like.childNodes]) {
      const same = key(child) ? keyed.get(key(child))
          : next && !key(next) && next.nodeName === child.nodeName ? next : undefined;
      if (!same) { node.insertBefore(document.importNode(child, true), next); continue; }
      if (same === next) next = next.nextSibling; else node.insertBefore(same, next);
      become(same, child);
    }
    while (next) { const after = next.nextSibling; next.remove(); next = after; }
  }

  function keepingSelection(change) {
    const marked = getSelection(), focus = document.activeElement;
    const { anchorNode, anchorOffset, focusNode, focusOffset, isCollapsed } = marked;
    change();
    const end = node => node.nodeType === Node.TEXT_NODE ? node.length : node.childNodes.length;
    if (!isCollapsed && anchorNode.isConnected && focusNode.isConnected) {
      marked.setBaseAndExtent(anchorNode, Math.min(anchorOffset, end(anchorNode)), focusNode, Math.min(focusOffset, end(focusNode)));
    }
    if (focus !== document.activeElement && focus.isConnected) focus.focus({ preventScroll: true });
  }

  let failures = 0, timer = 0, asking = false, updated = new Date();

  // The longer a refresh takes, the less often it is repeated.
  const rest = took => Math.min(Math.max(REST * 2 ** failures, took * TIMES), LONGEST_REST);

  async function refresh() {
    if (asking || document.hidden) return;
    asking = true;
    clearTimeout(timer);
    const began = performance.now();
    let took = 0;
    try {
      const fresh = await page(here);
      took = performance.now() - began;
      keepingSelection(() => document.querySelectorAll('[data-live]').forEach(region => {
        const like = fresh.querySelector('[data-live="' + CSS.escape(region.dataset.live) + '"]');
        if (like) become(region, like);
      }));
      failures = 0;
      updated = new Date();
      said.textContent = '';
    } catch (failure) {
      failures++;
      const out = failure.status === 401;
      said.textContent = 'Not updated since ' + updated.toLocaleTimeString() + ' (' + failure.message + '). '
          + (out ? 'Reload the page to log in.' : 'Next attempt in ' + rest(0) / 1000 + ' s.');
      if (out) return;
    } finally {
      asking = false;
    }
    timer = setTimeout(refresh, rest(took));
  }

  if (document.querySelector('[data-live]')) {
    timer = setTimeout(refresh, REST);
    document.addEventListener('visibilitychange', () => { if (document.hidden) clearTimeout(timer); else refresh(); });
  }

  document.querySelectorAll('input[data-check]').forEach(input => {
    const verdict = document.getElementById(input.getAttribute('aria-describedby'));
    let typing = 0;
    async function check() {
      const text = input.value.trim();
      let found = '', failed = false;
      try {
        const fresh = text && await page(location.origin + input.dataset.check + encodeURIComponent(text));
        found = fresh && fresh.querySelector('[data-verdict]').textContent;
      } catch (failure) {
        found = 'The selector could not be checked: ' + failure.message, failed = true;
      }
      if (text !== input.value.trim()) return;
      verdict.textContent = found;
      input.setAttribute('aria-invalid', String(found !== '' && !failed));
    }
    input.addEventListener('input', () => { clearTimeout(typing); typing = setTimeout(check, TYPING); });
  });
})();
