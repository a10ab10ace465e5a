export const pictureTypes = 'image/png,image/jpeg,image/gif,image/webp,image/avif'

/** Opens the browser's own choice of files. */
export function pickFiles(accept: string, onPick: (files: File[]) => void, { many = true } = {}) {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = accept
  input.multiple = many
  input.onchange = () => onPick([...(input.files ?? [])])
  input.click()
}
