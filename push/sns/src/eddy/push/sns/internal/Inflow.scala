package eddy.push.sns.internal

import scala.concurrent.{ExecutionContext, Future}
import scala.util.{Failure, Success, Try}

import software.amazon.awssdk.awscore.exception.AwsServiceException

/** How publications come from the topic to this node, once it is set up. */
private[sns] trait Inflow:
  /** Whether AWS still has it, as it was: then nothing on the way was lost. Fails when AWS cannot be asked.
    */
  def survives(): Future[Boolean]

  /** From now on it brings what comes. */
  def start(): Unit

  /** Stops for now; new messages are kept where they can be. */
  def stop(): Unit

  /** Removes it from AWS. */
  def remove(): Future[Unit]
end Inflow

private[sns] object Inflow:
  /** What AWS does not know is not there. */
  def isThere(answer: Future[Boolean])(using ExecutionContext): Future[Boolean] = answer.transform:
    case Failure(aws: AwsServiceException) if aws.statusCode == 400 || aws.statusCode == 404 => Success(false)
    case other: Try[Boolean] => other
