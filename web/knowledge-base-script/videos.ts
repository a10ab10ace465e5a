/** Plays a video in the page on click. Before the click, nothing is loaded from the video's provider. */
export function playVideos() {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.reading a[data-player]'))
    link.addEventListener('click', function press(event) {
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
  // The video players do not work without a referrer.
  frame.referrerPolicy = 'strict-origin'
  frame.src = player.href
  link.querySelector('img')?.remove()
  delete link.dataset.player
  link.before(frame)
  frame.focus()
}
