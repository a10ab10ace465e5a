export function coverPage(part: HTMLElement): () => void {
  const behind: HTMLElement[] = []
  for (let own = part; own.parentElement && own.parentElement !== document.body; own = own.parentElement) {
    for (const other of own.parentElement.children)
      if (other !== own && other instanceof HTMLElement && !other.inert) behind.push(other)
  }
  for (const one of behind) one.inert = true
  part.classList.add('full-screen')
  return () => {
    for (const one of behind) one.inert = false
    part.classList.remove('full-screen')
  }
}
