# SPDX-License-Identifier: GPL-3.0-or-later
# EyeMusix. `make` alone lists what there is; the work is done by the scripts in .ci.

PREFIX = /usr/local
TIME = 3600
LOSSES = 100
KILLS = 100
export LISTEN_TO := $(value MUSIC)

bin = $(DESTDIR)$(PREFIX)/bin
share = $(DESTDIR)$(PREFIX)/share/eyemusix
doc = $(DESTDIR)$(PREFIX)/share/doc/eyemusix

.PHONY: help run test build install uninstall lint bench corpus soak demo clean
.NOTPARALLEL:

help:
	@echo 'make run               play the demo'
	@echo 'make run MUSIC=PATH    play a folder, file or playlist'
	@echo '                       (more options: ARGS="--volume 50", see make run ARGS=--help)'
	@echo 'make test              run the tests'
	@echo 'make install           install to /usr/local, or PREFIX=FOLDER'
	@echo 'make uninstall         take it away again, same PREFIX'
	@echo 'make build             only build'
	@echo 'make lint              check the form of the code'
	@echo 'make bench             measure speed and costs beside other players'
	@echo 'make corpus            decode odd files of other projects and compare with their facts'
	@echo 'make soak TIME=3600    keys at random for so many seconds, kills, lost devices, fuzzers'
	@echo 'make demo              compose the demo tracks again'
	@echo 'make clean             delete what was built'

build:
	@.ci/packages run
	@.ci/build eyemusix

run: build
	@.ci/play $(ARGS)

test: build
	@.ci/packages run test
	@.ci/build tests
	swift test --skip-build --disable-xctest

install: build
	install -d "$(bin)" "$(share)/Voices" "$(share)/demo" "$(doc)"
	install -m 755 .build/release/eyemusix "$(bin)/eyemusix"
	strip "$(bin)/eyemusix"
	cp -R Voices/. "$(share)/Voices"
	install -m 644 demo/*.mp3 "$(share)/demo"
	cp -R README.md LICENSE docs "$(doc)"
	chmod -R u=rwX,go=rX "$(share)" "$(doc)"

uninstall:
	rm -f "$(bin)/eyemusix"
	rm -rf "$(share)" "$(doc)"

lint:
	@.ci/toolchain
	@.ci/lint

bench: build
	@.ci/packages run test bench
	@.ci/build benchmarks
	.build/release/benchmarks $(ARGS)

corpus:
	@.ci/packages run
	@.ci/build corpus
	.build/release/corpus $(ARGS)

soak: build
	@.ci/packages run test
	@.ci/build benchmarks
	.build/release/benchmarks hours 8
	.build/release/benchmarks soak $(TIME) $(ARGS)
	.build/release/benchmarks kills $(KILLS)
	.build/release/benchmarks faults $(LOSSES)
	.build/release/benchmarks voices
	.ci/fuzz all 60

demo:
	@.ci/packages demo
	demo/compose --check

clean:
	rm -rf .build .build-*
