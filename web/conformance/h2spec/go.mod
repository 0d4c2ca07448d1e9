module eddy/h2spec

go 1.19

require (
	github.com/summerwind/h2spec v2.2.1+incompatible
	github.com/fatih/color v1.7.0
	github.com/mattn/go-colorable v0.1.0
	github.com/mattn/go-isatty v0.0.4
	github.com/spf13/cobra v0.0.3
	github.com/spf13/pflag v1.0.3
	github.com/inconshreveable/mousetrap v1.0.0
	golang.org/x/net v0.17.0
	golang.org/x/sys v0.13.0
	golang.org/x/text v0.13.0
)
