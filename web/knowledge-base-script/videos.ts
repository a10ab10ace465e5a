/** Plays a video in place on click. Before that, nothing is loaded from its provider. The link to its page stays. */
export function playVideos() {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.reading a[data-player]'))
    link.addEventListener('click', function press(event) {
      // With Ctrl or Cmd the link opens in a new tab.
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      link.removeEventListener('click', press)
      play(link)
    })
}

function play(link: HTMLAnchorElement) {
  const player = new URL(link.dataset.player!)
  player.searchParams.set('autoplay', '1')
  const frame = document.createElement('iframe')
  frame.title = link.textContent
  frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture'
  // Players require a referrer.
  frame.referrerPolicy = 'strict-origin'
  frame.src = player.href
  link.querySelector('img')?.remove()
  delete link.dataset.player
  link.before(frame)
  frame.focus()
}
