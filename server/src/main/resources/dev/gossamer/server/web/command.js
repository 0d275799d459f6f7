/** The command line and the configuration file that say the same as a form. */

function quoted(text) {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function flags(setting, value) {
  const name = `--${setting.name}`;
  if (setting.flag) return [value ? name : `--no-${setting.name}`];
  if (!Array.isArray(value)) return [`${name} ${quoted(String(value))}`];
  if (setting.repeatable) return value.map(each => `${name} ${quoted(String(each))}`);
  return [`${name} ${quoted(value.join(','))}`];
}

/**
 * @param values by name, only those that differ from the defaults
 * @param settings by name
 */
export function commandLine(name, values, settings) {
  const parts = [`gossamer crawl ${(values.seeds ?? []).map(quoted).join(' ') || 'URL'}`];
  if (name) parts.push(`-o ${quoted(name)}`);
  let needsFile = false;
  for (const [key, value] of Object.entries(values)) {
    const setting = settings.get(key);
    if (key === 'seeds' || !setting) continue;
    if (setting.fileOnly) needsFile = true;
    else parts.push(...flags(setting, value));
  }
  if (needsFile) parts.push('--config crawl.yaml');
  return parts.join(' \\\n  ');
}

function scalar(value) {
  if (typeof value === 'boolean' || (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value))) return String(value);
  return /^[A-Za-z][\w./-]*$/.test(value) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(value) ? value : JSON.stringify(value);
}

function entry(value) {
  if (value === null || typeof value !== 'object') return scalar(value);
  return Object.entries(value).map(([name, each]) => `${name}: ${scalar(each)}`).join(', ');
}

/** The same as YAML. */
export function yaml(values) {
  return Object.entries(values).map(([name, value]) => {
    if (!Array.isArray(value)) return `${name}: ${scalar(value)}`;
    return value.length ? `${name}:\n${value.map(each => `  - ${entry(each)}`).join('\n')}` : `${name}: []`;
  }).join('\n');
}
