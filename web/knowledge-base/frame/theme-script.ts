/** Before the first paint: the theme that was chosen anywhere in the product, else the system's. */
export const themeScript =
  'var t=/(?:^|; )theme=(light|dark)(?:;|$)/.exec(document.cookie);if(t)document.documentElement.dataset.theme=t[1]'
