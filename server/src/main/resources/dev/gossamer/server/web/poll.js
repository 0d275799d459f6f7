/** Questions that are asked again and again, while somebody looks at the tab. */

/** Does something at once and then again, each time so long after its end, until `close` is called. */
export function poll(milliseconds, action) {
  let timer = 0;
  let isBusy = false;
  let isClosed = false;

  async function turn() {
    if (isBusy || isClosed || document.hidden) return;
    isBusy = true;
    clearTimeout(timer);
    await action();
    isBusy = false;
    if (!isClosed) timer = setTimeout(turn, milliseconds);
  }

  document.addEventListener('visibilitychange', turn);
  turn();
  return {
    now: turn,
    close() {
      isClosed = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', turn);
    },
  };
}
