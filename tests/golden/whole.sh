# shellcheck shell=bash disable=SC2034 # sourced by cases
# whole.sh - app.db with all that a measurement can have, after.db, which is
# faster, their source, and suggestions of the cases' own: what is said must not
# change with the texts of ours
for i in {1..40}; do echo "	a[$i] += b[$i] * 2.0; // line $i"; done >work.c
touch -d 2019-01-01 work.c
none="- - - - - - - -"
series() { # OF THREAD FROM N VALUE
	echo "<series of=\"$1\" thread=\"$2\" from=\"$3\" n=\"$4\">$(yes "$5" | head -n "$4" | tr '\n' ' ')</series>"
}
regions() {
	cat <<'END'
<section kind="region" name="step" number="2" entries="1000" elapsed-s="3.5" pairs="3000" pair-s="3e-8">
<sum>6e9 3e9 1.2e9 9e7 5e7 1e9 1.4e9 1e9 3e8</sum><own>2e9 1e9 4e8 3e7 2e7 - - - -</own>
<samples>6000 - - - - - - - -</samples>
<fact fact="within" kind="procedure" procedure="solve" module="work" file="work.c" line="2" share="0.94"/>
</section>
END
}
# measured SECONDS: eight tenths of the time in a procedure of the program, where
# memory holds it up; a library; a library in which next to nothing happened
measured() {
	cat <<END
<perfexpert version="1" created-by="perfexpert 0.1.0">
<measurement program="./work" collector="simulate" collector-version="0.1.0"
 machine="zen4" clock-hz="1000000000" runtime-s="$1" threads="2" ranks="1" start="2020-01-01T00:00:00Z">
<arg value="./work"/><arg value="input file"/>
<event name="TOT_CYC" how="sampled"/>
<event name="TOT_INS" how="simulated"/>
<event name="L1_DCA" how="simulated"/>
<event name="L2_DCA" how="simulated"/>
<event name="L2_DCM" how="simulated"/>
<event name="MODEL_INS" how="estimated"/>
<event name="MODEL_USEFUL" how="estimated"/>
<event name="MODEL_MEMORY_LATENCY" how="estimated"/>
<event name="MODEL_MISPREDICTED" how="estimated"/>
<run purpose="native" command="./work" wall-s="$1" user-s="9" sys-s="0.5" peak-bytes="52428800" samples="10000"><totals>10e9 $none</totals></run>
<run purpose="native" command="./work" wall-s="$1" user-s="9" sys-s="0.5" peak-bytes="52428800" samples="9900"><totals>9.9e9 $none</totals></run>
<thread rank="0" number="0" cpu-s="6"/>
<thread rank="0" number="1" cpu-s="4"/>
END
	cat mpi
	cat <<END
</measurement>
<section kind="program" name="work">
<sum>10e9 5e9 2e9 1.2e8 8e7 5e9 2e9 4e9 5e8</sum>
<section kind="module" name="work" file="/home/me/work">
<sum>9e9 4e9 2e9 1.2e8 8e7 4e9 2e9 4e9 5e8</sum>
<section kind="procedure" name="solve" raw-name="solve" file="work.c" line="2" end-line="18">
<sum>8e9 3e9 1.5e9 1e8 7e7 3e9 1.4e9 4e9 3e8</sum>
<samples>8000 $none</samples>
<runs>8.1e9 7.9e9</runs>
<n>2 $none</n><min>3e9 $none</min><max>5e9 $none</max><mean>4e9 $none</mean><sd>1.4e9 $none</sd>
<line file="$PWD/work.c" line="4">5e9 2e9 1e9 1e8 6e7 2e9 1e9 3e9 1e8</line>
<line file="$PWD/work.c" line="10">2e9 1e9 - - - - - - -</line>
<fact fact="compiler" name="gcc" level="O3" producer="GNU C17 12 -O3" language="C"/>
<fact fact="wait" kind="barrier" call="GOMP_barrier" file="$PWD/work.c" line="10" cpu_s="0.5" blocked_s="0.25"/>
$(series cpu 0 10 80 0.9)
<section kind="loop" file="work.c" line="4" end-line="9">
<sum>6e9 2e9 1.2e9 9e7 6e7 2e9 1e9 3.5e9 2e8</sum>
<samples>6000 $none</samples>
<fact fact="operations" instructions="2e9" slots="1.8e9" load="1.2e9" int="3e8" branch="1e8"/>
<fact fact="longest_chain" instructions="2e9" cycles="9e8" load="8e8" int="1e8" file="work.c" line="4"/>
<section kind="loop" file="work.c" line="5" end-line="6">
<sum>5e9 1.8e9 1.1e9 9e7 6e7 1.8e9 9e8 3.4e9 1e8</sum>
<samples>5000 $none</samples>
<fact fact="caused" title="memcpy" module="/usr/lib/libc.so.6" file="$PWD/work.c" line="5" cycles="0" calls="3000" inner="move"/>
<fact fact="memref" access="load" file="work.c" line="5" count="1e8" stride="64" stride_share="1"/>
</section>
</section>
</section>
<section kind="procedure" name="set up &lt;b>" file="work.c" line="20" end-line="30">
<sum>1e9 1e9 5e8 2e7 1e7 1e9 6e8 0 2e8</sum>
<samples>1000 $none</samples>
</section>
<section kind="procedure" name="hardly" file="work.c" line="32" end-line="33">
<sum>1e5 1e5 - - - - - - -</sum>
</section>
</section>
<section kind="module" name="libc.so.6" file="/usr/lib/libc.so.6">
<sum>1e9 1e9 - - - - - - -</sum>
<section kind="procedure" name="move"><sum>1e9 1e9 - - - - - - -</sum><samples>1000 $none</samples></section>
</section>
<section kind="module" name="ld.so" file="/lib/ld.so">
<sum>- 50 - - - - - - -</sum>
<section kind="procedure" name="load"><sum>- 50 - - - - - - -</sum></section>
</section>
END
	cat "more"
	echo '</perfexpert>'
}
cat >mpi <<'END'
<mpi library="Open MPI v4.1.4" size="2" machines="1">
<rank rank="0" elapsed-s="10" own-s="0.0025" finished="yes"/>
<rank rank="1" elapsed-s="9.5" finished="yes"/>
<site call="MPI_Recv" procedure="solve" module="work" file="/m/work.c" line="12">
<row rank="0" calls="100" time-s="4" longest-s="0.1" received="8e8" messages="100" bin3="100" could="100" known="100" wait-s="3" late-rank="1" late-s="3"/>
<row rank="1" calls="90" time-s="1" longest-s="0.2" received="4e8" messages="90" bin3="90" could="90" known="90" wait-s="0.5" late-rank="0" late-s="0.5"/>
</site>
</mpi>
END
{
	cat <<'END'
</section>
<calls><call name="main" module="work" own="1e9"><call name="solve" module="work" own="8e9"><call name="move" module="libc.so.6" own="1e9"/></call></call></calls>
<timeline bin-s="0.1" bins="100">
END
	series cpu 0 0 60 1
	series cpu 1 40 40 1
	series message 1 80 20 1
	echo '</timeline>'
} >rest
{
	regions
	cat rest
} >"more"
measured 10 >app.db
: >mpi
echo '</section>' >"more"
# faster: its second rating is another one
measured 4.4 | sed -e 's|^<sum>8e9|<sum>2.4e9|; s|^<sum>6e9 2e9|<sum>1.5e9 2e9|; s|^<sum>5e9|<sum>1.2e9|
	s|^<sum>10e9|<sum>4.4e9|; s|^<sum>9e9|<sum>3.4e9|; s|name="hardly"|name="another"|
	s|totals>10e9|totals>4.5e9|; s|totals>9.9e9|totals>4.3e9|' >after.db
mkdir -p data/knowledge/examples/near
for part in arch profile; do ln -s "$PERFEXPERT_DATA/$part" data; done
cp "$PERFEXPERT_DATA"/knowledge/prelude*.lua data/knowledge
echo 'void f(void) { far(1 < 2); }' >data/knowledge/examples/near/before.c
echo 'void f(void) { near(1 < 2); }' >data/knowledge/examples/near/after.c
export PERFEXPERT_DATA=$PWD/data
cat >data/knowledge/mine.lua <<'END'
category "data_accesses" { title = "Data accesses", subcategories = { "Nearer" } }
suggestion "near" {
  category = "data_accesses", subcategory = "Nearer",
  title = "Keep it near", why = "It is far <away>.", needs = {},
  when = function(s) return s.kind == "loop" and 0.5 or "it is no loop" end,
  evidence = function(s) return "it is at " .. s.place end,
  how = { "First do this.", "Then that & the other." },
  example = "examples/near", level = "-O2", claims = { category = "time", at_least = 0.1 }, tolerance = 0,
  changes = { "rounding", says = "what is near is rounded" },
  switches = { gcc = { { "-fnear", "and nothing else" } } },
  not_when = "It is near.", source = "a book",
}
suggestion "once" {
  category = "data_accesses", subcategory = "Nearer",
  title = "Do it once", why = "It is done twice.",
  needs = { "memref" },
  when = function(s) return 0.25 end,
  evidence = function() return "it is there twice" end,
  changes = { "nothing" }, how = { "Leave one out." },
  not_when = "It must be done twice.", source = "a paper",
}
END
