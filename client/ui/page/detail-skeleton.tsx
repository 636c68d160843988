export function DetailSkeleton() {
  return (
    <div aria-busy="true" className="grid grid-cols-1 gap-6">
      <div className="grid grid-cols-1 gap-3">
        <span className="skeleton h-4 w-28" />
        <span className="skeleton h-7 w-64 max-w-full" />
        <span className="skeleton h-4 w-40" />
      </div>
      <div className="grid grid-cols-1 gap-5 rounded-card border border-line bg-surface-raised p-4 md:max-w-80">
        {['w-72', 'w-96', 'w-32', 'w-32'].map((width, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <span key={index} className={`skeleton h-4 max-w-full ${width}`} />
        ))}
      </div>
    </div>
  );
}
