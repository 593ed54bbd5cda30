/**
 * What jobs print when all is well: needles are looked for by what is rare in it. It decides how long a log takes, never what
 * is found in it.
 */
export const USUAL_OUTPUT = `
Current runner version: '2.329.0'
Prepare workflow directory
Download action repository 'actions/checkout@v4' (SHA:08eba0b27e820071cde6df949e0beb9ba4906955)
Getting Git version info
remote: Enumerating objects: 4311, done.
remote: Compressing objects:  47% (834/1774)
Receiving objects:  63% (2391/3795), 1.20 MiB | 2.31 MiB/s
Resolving deltas: 100% (2210/2210), done.
Found in cache @ /opt/hostedtoolcache/node/22.12.0/x64
added 812 packages, and audited 813 packages in 14s
npm http cache https://registry.npmjs.org/semver 41ms (cache hit)
[2/4] Fetching packages...
warning "workspace > @babel/plugin-transform@7.25.0" has unmet peer dependency "@babel/core@^7.0.0".
Collecting requests==2.32.3 (from -r requirements.txt (line 4))
  Downloading urllib3-2.2.2-py3-none-any.whl.metadata (6.4 kB)
Requirement already satisfied: certifi in ./lib/python3.12/site-packages (from requests)
Successfully built wheel; Installing collected packages: numpy, pandas, setuptools
[INFO] Downloading from central: https://repo.maven.apache.org/maven2/org/apache/commons/commons-lang3/3.14.0/commons-lang3-3.14.0.jar
[INFO] --- maven-compiler-plugin:3.13.0:compile (default-compile) @ service-core ---
[INFO] Running com.example.store.order.OrderServiceTest
[INFO] Tests run: 12, Failures: 0, Errors: 0, Skipped: 1, Time elapsed: 0.413 s - in com.example.store.order.OrderTest
10:02:11.404 [main] DEBUG org.springframework.web.servlet.DispatcherServlet - GET "/orders/17", parameters={}
	at org.springframework.boot.SpringApplication.run(SpringApplication.java:1301)
	at java.base/java.lang.reflect.Method.invoke(Method.java:568)
> Task :app:compileDebugKotlin UP-TO-DATE
Gradle Test Executor 3 > com.example.store.PriceTest > roundsHalfUp() PASSED
Get:12 http://archive.ubuntu.com/ubuntu noble/main amd64 libssl-dev amd64 3.0.13-0ubuntu3 [2408 kB]
Selecting previously unselected package libpython3-dev:amd64.
Unpacking build-essential (12.10ubuntu1) ...
Setting up ca-certificates (20240203) ...
#12 sha256:4abcf20661432fb2d719aaf90656f55c287f8ca915dc1c92ec14ff61e67fbaf8 3.50MB / 3.64MB 0.4s
#14 [builder 5/9] RUN make install && rm -rf /var/lib/apt/lists/*
   Compiling serde_derive v1.0.219
    Finished test profile [unoptimized + debuginfo] target(s) in 23.41s
test parser::tests::reads_an_empty_list ... ok
go: downloading golang.org/x/sys v0.25.0
ok  	example.com/store/internal/basket	0.013s
=== RUN   TestCheckout/with_discount
--- PASS: TestCheckout (0.00s)
tests/unit/test_basket.py::test_adds_an_item PASSED                      [ 41%]
tests/unit/test_orders.py ......................                         [ 57%]
PASS src/components/header/index.test.tsx (5.12 s)
    \u2713 adds an item to the basket (3 ms)
[ 34%] Building CXX object src/core/CMakeFiles/core.dir/string_utils.cpp.o
copying build/lib/store/basket.css -> dist/assets/basket.css
dist/assets/index-4f1c2a9b.js   148.31 kB | gzip: 47.90 kB | map: 611.00 kB
Restore completed in 841 ms. Determining projects to restore...
{"level":"info","time":1767323045,"msg":"listening on port 8080","service":"gateway"}
2024-11-03 14:05:17,332 - INFO - connection to database established
Post job cleanup. Cleaning up orphan processes
`;
