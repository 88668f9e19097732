// Synonyms among developers: a question is rarely asked in the words of the answer.

export const SYNONYMS = `
account user customer client tenant
add create insert new
allow permit approve permission approval
answer reply response respond
argument parameter option flag
auth authentication authenticate login signin
authorize authorization permission role access
bad wrong incorrect invalid
begin start launch kick boot startup
big large size length bytes kb mb
break broke broken fail failure failed fault
build built compile compiler bundle
bug defect issue problem error
cache cached memoize
call invoke request
cause reason why because
change edit modify modification update alter patch
check verify validate validation test guard
choose chose chosen pick select decide decision settle settled agree agreed
clock time timestamp date
color colour hue
command cli script tool
commit changeset revision
config configuration configure setting preference option toml yaml
container docker pod image
copy duplicate clone
cost price charge fee amount money
crash panic abort segfault
credential password secret token key
currency money amount price
database db postgres postgresql mysql sqlite sql
deadline due date
declare define definition describe
default fallback
delay wait backoff timeout pause sleep
delete remove erase drop purge wipe
dependency package library module
deploy deployment release rollout ship publish
developer engineer programmer team
directory folder path partition mount
disk storage volume partition drive
document documentation docs readme
download fetch retrieve
duration long time period
email mail mailer smtp
encrypt encryption cipher tls ssl
endpoint route api url handler
environment env stage staging production
error exception failure fault fatal panic
event message queue broker bus topic
exceed over limit above
expire expired expiry outdated stale old
export render output generate
fast quick speed latency performance percentile
file source script module path
finish finished done complete completed ready
flag toggle switch feature
format layout pattern scheme form
freeze frozen locked
function method procedure routine
hash hashing digest checksum
host server machine node
image picture photo thumbnail
import ingest load sync
index lookup
install setup provision
interval frequency schedule cron nightly
kill killed terminate stop oomkilled
language locale translation english german french
leave stay remain keep kept
library framework package dependency
license legal compliance contract
limit maximum max cap bound exceed quota most
line row
lint linter eslint biome style formatter
list listing index
location place where live lives
log logging logger trace
login signin auth session
maximum largest biggest most highest
memory ram oom heap
merge squash rebase
migrate migration upgrade
minimum min oldest lowest least
minute hour day week month year
old legacy previous former earlier
new latest recent current
mobile app android ios phone
move rewrite replace switch
name naming called identifier label
number count total numbering amount
open handle descriptor
order sort sequence
owner responsible charge maintainer
page paginate pagination cursor offset
parse parser decode
performance speed latency throughput
postgres postgresql
prefer preference style like
print pdf render
problem trouble issue
process worker job task
promise promised contract guarantee sla
pull merge review
query search lookup
queue backlog
rate throttle limit
read load open
reject refuse deny denied
remote upstream origin
replica instance copy
repository repo
restart reboot reload
retry retries attempt again backoff
round rounding
run ran execute launch
save store persist write stored
schedule time night nightly
screen view page
secret key token credential
send sent deliver emit
server backend service
service microservice daemon
short brief concise length
size large limit bytes big
slow latency lag
spec test suite
split separate extract
store storage save
table relation schema
test spec suite jest vitest framework
thread goroutine worker
token session jwt
tool utility program
type typing types
unstable flaky intermittent
update upgrade bump
upload attachment
version release
wait delay sleep timeout
webhook callback
word term
write wrote written save
`
