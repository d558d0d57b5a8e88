/** "+12%"; empty where there was nothing to compare with. */
export function sayChange(total: number, before: number): string {
  if (before === 0) return '';
  const percent = Math.round(((total - before) / before) * 100);
  return `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${Math.abs(percent)}%`;
}
