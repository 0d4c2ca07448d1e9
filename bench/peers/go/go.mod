module eddy-peer-go

go 1.19
