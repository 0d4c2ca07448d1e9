package eddy.launcher

import scala.jdk.CollectionConverters.*

import picocli.CommandLine

/** The pages are files, which the script shows without a JVM: they must say what the commands take. */
class HelpPagesSuite extends eddy.testing.PatientSuite:
  private def below(line: CommandLine, names: Seq[String]): Seq[Seq[String]] =
    line.getSubcommands.asScala.toSeq.flatMap: (name, inner) =>
      val own = names :+ name
      own +: below(inner, own)

  for command <- below(Grammar.grammar(), Nil) if command != Seq("train") do
    test(s"the page of ${command.mkString(" ")} is what its options are"):
      val page = s"apps/launcher/resources/eddy/launcher/help/${command.mkString("-")}.txt"
      assertNoDiff(HelpPages.of(command), Grammar.usage(command), s"$page is not what it must be")

  test("commands that are the script's own have one too"):
    assert(Run("help", "example").out.startsWith("Usage: ./eddy example [NAME [WORDS...]]"))
    assert(Run("help", "test").out.startsWith("Usage: ./eddy test [--all | --changed] [MODULE...]"))
end HelpPagesSuite
