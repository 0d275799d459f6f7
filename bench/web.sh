# What bench/compare and bench/cluster share: a simulated web that nginx serves, and how to run something that knows its names.
# Wants $pages, $hosts, $port and $disk; gives $work (in memory), $out (on $disk), $seed and the functions below.
command -v nginx >/dev/null || { echo "$0: no nginx here (apt-get install nginx-light)" >&2; exit 1; }
./gossamer --version >/dev/null
top=$PWD
work=$(mktemp -d /dev/shm/compare.XXXXXX)
chmod 755 "$work" # the server reads it as another user
out=$(mktemp -d "$disk/compare-out.XXXXXX")
tree=$work/web
server=
stop_server() {
  if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; while kill -0 "$server" 2>/dev/null; do sleep 0.1; done; fi
  server=
}
trap 'stop_server; rm -rf "$work" "$out"' EXIT

# The web: pages of one size, none of what goes wrong.
settings=()
for share in skew redirects missing duplicates files images disallowed crawl-delays old-charsets mirrors without-robots shared-domains shared-addresses; do
  settings+=(--set "$share=0")
done
./gossamer simweb --hosts "$hosts" --pages "$pages" --set 'page-bytes=22500~0.3[1000..450000]' --set 'links=50~0.3[1..500]' "${settings[@]}" \
  tree --port "$port" "$tree" >/dev/null
echo "hosts: files" >"$work/nsswitch.conf"
seed=http://$(awk 'NR == 1 { print $2 }' "$tree/hosts"):$port/

# Starts nginx; $1 says whether pages are sent compressed. For that every page is there as .gz too.
start_server() {
  stop_server
  if [ "$1" = on ] && [ ! -e "$work/packed" ]; then
    find "$tree/www" -name '*.html' -print0 | xargs -0 -n 2000 -P 2 gzip -k -6
    touch "$work/packed"
  fi
  sed -e 's/worker_processes auto/worker_processes 1/' -e '/open_file_cache/d' -e "s/include simweb.conf;/gzip_static $1; include simweb.conf;/" \
    "$tree/nginx.conf" >"$tree/nginx-$1.conf"
  nginx -p "$tree" -c "nginx-$1.conf" 2>/dev/null
  for _ in $(seq 50); do [ -s "$tree/nginx.pid" ] && break; sleep 0.1; done
  server=$(cat "$tree/nginx.pid")
}

# CPU of the server so far, in hundredths of a second.
server_cpu() {
  local sum=0 process stat
  for process in "$server" $(pgrep -P "$server"); do
    read -r -a stat <"/proc/$process/stat"
    sum=$((sum + stat[13] + stat[14]))
  done
  echo "$sum"
}

# Runs a command where the names of the web are known.
inside() { unshare $([ "$(id -u)" = 0 ] || echo -r) -m sh -c 'mount --bind "$1" /etc/hosts && mount --bind "$2" /etc/nsswitch.conf && shift 2 && exec "$@"' \
  inside "$tree/hosts" "$work/nsswitch.conf" "$@"; }
