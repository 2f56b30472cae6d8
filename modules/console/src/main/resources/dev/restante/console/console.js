// Refreshes the page regions that are marked with data-refresh, and validates inputs that have data-check while the
// user types. Every page works without this script. It polls while the page is visible, so it keeps no connection open.
'use strict';
(() => {
  const REFRESH_DELAY_MS = 5000, MAX_DELAY_MS = 60000, DELAY_PER_DURATION = 20, REQUEST_TIMEOUT_MS = 20000,
      INPUT_DELAY_MS = 300;
  // URL without user and password, which the address bar may contain.
  const pageUrl = location.origin + location.pathname + location.search;
  const statusLine = document.getElementById('refresh-status');

  async function fetchPage(url) {
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    const response = await fetch(url, { headers: { 'Restante-Refresh': '1' }, cache: 'no-store', signal });
    // The application may redirect a user who is no longer logged in to its login page.
    const status = response.redirected ? 401 : response.status;
    if (status !== 200) throw Object.assign(new Error('the console returned status ' + status), { status });
    return new DOMParser().parseFromString(await response.text(), 'text/html');
  }

  // Makes a node equal to another one. Equal parts are not touched, so that focus, scrolling and selection stay.
  function morph(node, target) {
    if (node.isEqualNode(target)) return;
    if (node.nodeType !== Node.ELEMENT_NODE) { node.data = target.data; return; }
    for (const { name } of [...node.attributes]) if (!target.hasAttribute(name)) node.removeAttribute(name);
    for (const { name, value } of target.attributes) if (node.getAttribute(name) !== value) node.setAttribute(name, value);
    const keyOf = child => child.nodeType === Node.ELEMENT_NODE ? child.getAttribute('data-key') : null;
    const childrenByKey = new Map([...node.children].filter(keyOf).map(child => [keyOf(child), child]));
    const targetKeys = new Set([...target.children].map(keyOf));
    childrenByKey.forEach((child, key) => { if (!targetKeys.has(key)) child.remove(); });
    let next = node.firstChild;
    for (const child of [...target.childNodes]) {
      const match = keyOf(child) ? childrenByKey.get(keyOf(child))
          : next && !keyOf(next) && next.nodeName === child.nodeName ? next : undefined;
      if (!match) { node.insertBefore(document.importNode(child, true), next); continue; }
      if (match === next) next = next.nextSibling; else node.insertBefore(match, next);
      morph(match, child);
    }
    while (next) { const after = next.nextSibling; next.remove(); next = after; }
  }

  function changePreservingSelection(change) {
    const selection = getSelection(), focused = document.activeElement;
    const { anchorNode, anchorOffset, focusNode, focusOffset, isCollapsed } = selection;
    change();
    const lengthOf = node => node.nodeType === Node.TEXT_NODE ? node.length : node.childNodes.length;
    if (!isCollapsed && anchorNode.isConnected && focusNode.isConnected) {
      selection.setBaseAndExtent(
          anchorNode, Math.min(anchorOffset, lengthOf(anchorNode)), focusNode, Math.min(focusOffset, lengthOf(focusNode)));
    }
    if (focused !== document.activeElement && focused.isConnected) focused.focus({ preventScroll: true });
  }

  let failures = 0, refreshTimer = 0, refreshing = false, updatedAt = new Date();

  // The longer a refresh takes, the less often it is repeated.
  const delayAfter = durationMs =>
      Math.min(Math.max(REFRESH_DELAY_MS * 2 ** failures, durationMs * DELAY_PER_DURATION), MAX_DELAY_MS);

  async function refresh() {
    if (refreshing || document.hidden) return;
    refreshing = true;
    clearTimeout(refreshTimer);
    const startedAt = performance.now();
    let durationMs = 0;
    try {
      const newPage = await fetchPage(pageUrl);
      durationMs = performance.now() - startedAt;
      changePreservingSelection(() => document.querySelectorAll('[data-refresh]').forEach(region => {
        const target = newPage.querySelector('[data-refresh="' + CSS.escape(region.dataset.refresh) + '"]');
        if (target) morph(region, target);
      }));
      failures = 0;
      updatedAt = new Date();
      statusLine.textContent = '';
    } catch (failure) {
      failures++;
      const loggedOut = failure.status === 401;
      statusLine.textContent = 'Not updated since ' + updatedAt.toLocaleTimeString() + ' (' + failure.message + '). '
          + (loggedOut ? 'Reload the page to log in.' : 'Next attempt in ' + delayAfter(0) / 1000 + ' s.');
      if (loggedOut) return;
    } finally {
      refreshing = false;
    }
    refreshTimer = setTimeout(refresh, delayAfter(durationMs));
  }

  if (document.querySelector('[data-refresh]')) {
    refreshTimer = setTimeout(refresh, REFRESH_DELAY_MS);
    document.addEventListener('visibilitychange', () => { if (document.hidden) clearTimeout(refreshTimer); else refresh(); });
  }

  document.querySelectorAll('input[data-check]').forEach(input => {
    const resultLine = document.getElementById(input.getAttribute('aria-describedby'));
    let inputTimer = 0;
    async function check() {
      const text = input.value.trim();
      let result = '', failed = false;
      try {
        const checkPage = text && await fetchPage(location.origin + input.dataset.check + encodeURIComponent(text));
        result = checkPage && checkPage.querySelector('[data-check-result]').textContent;
      } catch (failure) {
        result = 'The selector could not be checked: ' + failure.message, failed = true;
      }
      if (text !== input.value.trim()) return;
      resultLine.textContent = result;
      input.setAttribute('aria-invalid', String(result !== '' && !failed));
    }
    input.addEventListener('input', () => { clearTimeout(inputTimer); inputTimer = setTimeout(check, INPUT_DELAY_MS); });
  });
})();
