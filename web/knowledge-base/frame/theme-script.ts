/** Runs before the first paint: applies the chosen theme, or the system's. */
export const themeScript =
  'var t=/(?:^|; )theme=(light|dark)(?:;|$)/.exec(document.cookie);if(t)document.documentElement.dataset.theme=t[1]'
