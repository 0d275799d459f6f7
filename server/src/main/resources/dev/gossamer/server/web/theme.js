// Sets the colours before the page is painted. Not a module, since modules run later.
(() => {
  const wanted = localStorage.getItem('theme');
  if (wanted === 'light' || wanted === 'dark') document.documentElement.dataset.theme = wanted;
})();
