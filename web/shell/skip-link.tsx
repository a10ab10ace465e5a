export const SkipLink = () => (
  <a
    href="#main"
    className="fixed top-2 left-2 z-30 rounded-sm bg-raised px-3 py-1.5 font-medium shadow-menu not-focus:sr-only"
  >
    Skip to the page
  </a>
)
