export function followContents() {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-contents] a')]
  const headings = links.flatMap((link) => {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)))
    return heading ? [{ link, heading }] : []
  })
  if (headings.length === 0) return
  const mark = () => {
    const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2
    const passed = headings.filter(({ heading }) => heading.getBoundingClientRect().top < innerHeight / 4)
    const current = (isAtEnd ? headings.at(-1) : passed.at(-1)) ?? headings[0]
    for (const { link } of headings) link.removeAttribute('aria-current')
    current?.link.setAttribute('aria-current', 'true')
  }
  let isWaiting = false
  const markSoon = () => {
    if (isWaiting) return
    isWaiting = true
    requestAnimationFrame(() => {
      isWaiting = false
      mark()
    })
  }
  addEventListener('scroll', markSoon, { passive: true })
  addEventListener('resize', markSoon)
  mark()
}
