/** The heading of the page takes the focus: it is read out, and Tab and single keys go on from there. */
export function focusHeading() {
  const main = document.querySelector('main')
  const heading = main?.querySelector<HTMLElement>('h1') ?? main
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
