/** The layout shows the page of both URLs. */
export default function Address() {
  return null
}
