package eddy.remote

/** More cases than derivations by inline methods compile. */
enum ManyCases derives Pickler:
  case C0
  case C1(n: Int)
  case C2
  case C3(n: Int)
  case C4
  case C5(n: Int)
  case C6
  case C7(n: Int)
  case C8
  case C9(n: Int)
  case C10
  case C11(n: Int)
  case C12
  case C13(n: Int)
  case C14
  case C15(n: Int)
  case C16
  case C17(n: Int)
  case C18
  case C19(n: Int)
  case C20
  case C21(n: Int)
  case C22
  case C23(n: Int)
  case C24
  case C25(n: Int)
  case C26
  case C27(n: Int)
  case C28
  case C29(n: Int)
  case C30
  case C31(n: Int)
  case C32
  case C33(n: Int)
  case C34
  case C35(n: Int)
  case C36
  case C37(n: Int)
  case C38
  case C39(n: Int)
  case C40
  case C41(n: Int)
  case C42
  case C43(n: Int)
  case C44
  case C45(n: Int)
  case C46
  case C47(n: Int)
  case C48
  case C49(n: Int)
  case C50
  case C51(n: Int)
  case C52
  case C53(n: Int)
  case C54
  case C55(n: Int)
  case C56
  case C57(n: Int)
  case C58
  case C59(n: Int)
  case C60
  case C61(n: Int)
  case C62
  case C63(n: Int)
  case C64
  case C65(n: Int)
  case C66
  case C67(n: Int)
  case C68
  case C69(n: Int)
  case C70
  case C71(n: Int)
  case C72
  case C73(n: Int)
  case C74
  case C75(n: Int)
  case C76
  case C77(n: Int)
  case C78
  case C79(n: Int)
  case C80
  case C81(n: Int)
  case C82
  case C83(n: Int)
  case C84
  case C85(n: Int)
  case C86
  case C87(n: Int)
  case C88
  case C89(n: Int)
  case C90
  case C91(n: Int)
  case C92
  case C93(n: Int)
  case C94
  case C95(n: Int)
  case C96
  case C97(n: Int)
  case C98
  case C99(n: Int)
  case C100
  case C101(n: Int)
  case C102
  case C103(n: Int)
  case C104
  case C105(n: Int)
  case C106
  case C107(n: Int)
  case C108
  case C109(n: Int)
  case C110
  case C111(n: Int)
  case C112
  case C113(n: Int)
  case C114
  case C115(n: Int)
  case C116
  case C117(n: Int)
  case C118
  case C119(n: Int)
  case C120
  case C121(n: Int)
  case C122
  case C123(n: Int)
  case C124
  case C125(n: Int)
  case C126
  case C127(n: Int)
  case C128
  case C129(n: Int)
  case C130
  case C131(n: Int)
  case C132
  case C133(n: Int)
  case C134
  case C135(n: Int)
  case C136
  case C137(n: Int)
  case C138
  case C139(n: Int)
  case C140
  case C141(n: Int)
  case C142
  case C143(n: Int)
  case C144
  case C145(n: Int)
  case C146
  case C147(n: Int)
  case C148
  case C149(n: Int)
  case C150
  case C151(n: Int)
  case C152
  case C153(n: Int)
  case C154
  case C155(n: Int)
  case C156
  case C157(n: Int)
  case C158
  case C159(n: Int)
  case C160
  case C161(n: Int)
  case C162
  case C163(n: Int)
  case C164
  case C165(n: Int)
  case C166
  case C167(n: Int)
  case C168
  case C169(n: Int)
  case C170
  case C171(n: Int)
  case C172
  case C173(n: Int)
  case C174
  case C175(n: Int)
  case C176
  case C177(n: Int)
  case C178
  case C179(n: Int)
  case C180
  case C181(n: Int)
  case C182
  case C183(n: Int)
  case C184
  case C185(n: Int)
  case C186
  case C187(n: Int)
  case C188
  case C189(n: Int)
  case C190
  case C191(n: Int)
  case C192
  case C193(n: Int)
  case C194
  case C195(n: Int)
  case C196
  case C197(n: Int)
  case C198
  case C199(n: Int)
  case C200
  case C201(n: Int)
  case C202
  case C203(n: Int)
  case C204
  case C205(n: Int)
  case C206
  case C207(n: Int)
  case C208
  case C209(n: Int)
  case C210
  case C211(n: Int)
  case C212
  case C213(n: Int)
  case C214
  case C215(n: Int)
  case C216
  case C217(n: Int)
  case C218
  case C219(n: Int)
  case C220
  case C221(n: Int)
  case C222
  case C223(n: Int)
  case C224
  case C225(n: Int)
  case C226
  case C227(n: Int)
  case C228
  case C229(n: Int)
  case C230
  case C231(n: Int)
  case C232
  case C233(n: Int)
  case C234
  case C235(n: Int)
  case C236
  case C237(n: Int)
  case C238
  case C239(n: Int)
  case C240
  case C241(n: Int)
  case C242
  case C243(n: Int)
  case C244
  case C245(n: Int)
  case C246
  case C247(n: Int)
  case C248
  case C249(n: Int)
  case C250
  case C251(n: Int)
  case C252
  case C253(n: Int)
  case C254
  case C255(n: Int)
  case C256
  case C257(n: Int)
  case C258
  case C259(n: Int)
  case C260
  case C261(n: Int)
  case C262
  case C263(n: Int)
  case C264
  case C265(n: Int)
  case C266
  case C267(n: Int)
  case C268
  case C269(n: Int)
  case C270
  case C271(n: Int)
  case C272
  case C273(n: Int)
  case C274
  case C275(n: Int)
  case C276
  case C277(n: Int)
  case C278
  case C279(n: Int)
  case C280
  case C281(n: Int)
  case C282
  case C283(n: Int)
  case C284
  case C285(n: Int)
  case C286
  case C287(n: Int)
  case C288
  case C289(n: Int)
  case C290
  case C291(n: Int)
  case C292
  case C293(n: Int)
  case C294
  case C295(n: Int)
  case C296
  case C297(n: Int)
  case C298
  case C299(n: Int)
end ManyCases
