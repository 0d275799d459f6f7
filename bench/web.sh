# shellcheck shell=bash disable=SC2034,SC2154 # its variables are given and used by those who read it in
# What bench/compare and bench/scale share: a simulated web that nginx serves, and how to run something that knows its names.
# Wants $pages, $hosts, $port and $disk; gives $work (in memory), $out (on $disk), $tree, $seed and the functions below.
command -v nginx >/dev/null || { echo "$0: no nginx here (apt-get install nginx-light)" >&2; exit 1; }
./gossamer --version >/dev/null
top=$PWD
work=$(mktemp -d /dev/shm/compare.XXXXXX)
chmod 755 "$work" # the server reads it as another user
out=$(mktemp -d "$disk/compare-out.XXXXXX")
server=
stop_server() {
  if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; while kill -0 "$server" 2>/dev/null; do sleep 0.1; done; fi
  server=
}
trap 'stop_server; rm -rf "$work" "$out"' EXIT

# make_web NAME [--set OPTION=VALUE]...: writes a web and makes it the one that is served and known ($tree). Pages of one size, none of what goes wrong.
# Links to other hosts have no scheme, so that the same files are a web of http and one of https. The hosts are the same in every web.
make_web() {
  local share settings=()
  tree=$work/$1
  shift
  for share in skew redirects missing duplicates files images disallowed crawl-delays old-charsets mirrors without-robots shared-domains shared-addresses; do
    settings+=(--set "$share=0")
  done
  ./gossamer simweb --hosts "$hosts" --pages "$pages" --set 'page-bytes=22500~0.3[1000..450000]' --set 'links=50~0.3[1..500]' --set schemeless=1 \
    "${settings[@]}" "$@" tree --port "$port" "$tree" >/dev/null
}
make_web web
echo "hosts: files" >"$work/nsswitch.conf"
seed=http://$(awk 'NR == 1 { print $2 }' "$tree/hosts"):$port/

# start_server MODE: starts nginx on $tree. MODE says how pages are sent: plain, gzip (every page), mixed (gzip by a third of the hosts) or tls (plain, over TLS).
start_server() {
  stop_server
  if [ "$1" = gzip ] || [ "$1" = mixed ]; then pack_pages; fi
  if [ "$1" = tls ]; then make_certificate; fi
  case $1 in
    plain) cat "$tree/simweb.conf" ;;
    gzip) echo "gzip_static on;" && cat "$tree/simweb.conf" ;;
    mixed) mixed_servers <"$tree/simweb.conf" ;;
    tls) echo "ssl_certificate $work/certificate.pem; ssl_certificate_key $work/key.pem;" && sed "s/listen $port/& ssl/" "$tree/simweb.conf" ;;
  esac >"$tree/servers-$1.conf"
  sed -e 's/worker_processes auto/worker_processes 1/' -e '/open_file_cache/d' -e "s/include simweb.conf;/include servers-$1.conf;/" \
    "$tree/nginx.conf" >"$tree/nginx-$1.conf"
  rm -f "$tree/nginx.pid"
  nginx -p "$tree" -c "nginx-$1.conf" 2>"$work/nginx.said" || { cat "$work/nginx.said" >&2; exit 1; }
  for _ in $(seq 50); do [ -s "$tree/nginx.pid" ] && break; sleep 0.1; done
  server=$(cat "$tree/nginx.pid")
}

# Every page a second time, compressed, for nginx to send.
pack_pages() {
  if [ -e "$tree/packed" ]; then return 0; fi
  find "$tree/www" -name '*.html' -print0 | xargs -0 -n 2000 -P 2 gzip -k -6
  touch "$tree/packed"
}

make_certificate() {
  if [ -e "$work/key.pem" ]; then return 0; fi
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj /CN=simulated.test \
    -keyout "$work/key.pem" -out "$work/certificate.pem" 2>/dev/null
}

# Splits each server of many names into two: every third name sends pages compressed, the others do not.
mixed_servers() {
  awk '
    /^server \{$/ { within = 1; head = $0; tail = ""; n = 0; state = "head"; next }
    !within { print; next }
    state == "head" { head = head "\n" $0; if ($1 == "server_name") state = "names"; next }
    state == "names" { name = $1; if (sub(/;$/, "", name)) state = "tail"; names[n++] = name; next }
    /^}$/ { within = 0; server(0, "on"); server(1, "off"); next }
    { tail = tail $0 "\n" }
    function server(others, sends, i, list) {
      for (i = 0; i < n; i++) if ((i % 3 != 0) == others) list = list "\n        " names[i]
      if (list != "") printf "%s%s;\n%s    gzip_static %s;\n}\n", head, list, tail, sends
    }'
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
# shellcheck disable=SC2016,SC2046
inside() { unshare $([ "$(id -u)" = 0 ] || echo -r) -m sh -c 'mount --bind "$1" /etc/hosts && mount --bind "$2" /etc/nsswitch.conf && shift 2 && exec "$@"' \
  inside "$tree/hosts" "$work/nsswitch.conf" "$@"; }
