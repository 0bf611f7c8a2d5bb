// Sets the colours before the page is painted. The same key and attribute as theme/color-scheme.ts.
;(function () {
  var chosen = null
  try {
    chosen = localStorage.getItem('loggerhead-color-scheme')
  } catch {
    // Storage is forbidden: follow the system.
  }
  if (chosen !== 'light' && chosen !== 'dark') chosen = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.setAttribute('data-theme', chosen)
})()
