package dev.restante.samples.clouds;

import java.util.Map;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** Original code for the client library of Amazon SQS, which {@link SqsClientMigration} migrates. */
final class SqsClientOriginal {

    private final SqsClient sqs;

    SqsClientOriginal(SqsClient sqs) {
        this.sqs = sqs;
    }

    void createQueue(String deadLettersArn) {
        // region queue
        sqs.createQueue(request -> request.queueName("jobs")
                .attributes(Map.of(
                        QueueAttributeName.VISIBILITY_TIMEOUT,
                        "60",
                        QueueAttributeName.MESSAGE_RETENTION_PERIOD,
                        "345600",
                        QueueAttributeName.REDRIVE_POLICY,
                        "{\"maxReceiveCount\":5,\"deadLetterTargetArn\":\"" + deadLettersArn + "\"}")));
        // endregion
    }

    void receive(String jobs) {
        // region receive
        sqs.sendMessage(request ->
                request.queueUrl(jobs).messageBody("resize picture 17").delaySeconds(0));
        for (Message job : sqs.receiveMessage(request ->
                        request.queueUrl(jobs).maxNumberOfMessages(10).waitTimeSeconds(20))
                .messages()) {
            sqs.changeMessageVisibility(request ->
                    request.queueUrl(jobs).receiptHandle(job.receiptHandle()).visibilityTimeout(300));
            System.out.println("done: " + job.body());
            sqs.deleteMessage(request -> request.queueUrl(jobs).receiptHandle(job.receiptHandle()));
        }
        // endregion
    }

    void fifo(String orders) {
        // region fifo
        sqs.sendMessage(request -> request.queueUrl(orders)
                .messageBody("order 17, paid")
                .messageGroupId("order 17")
                .messageDeduplicationId("order 17 paid"));
        // endregion
    }

    void repeat(String jobs, String attempt) {
        // region attempt
        sqs.receiveMessage(
                request -> request.queueUrl(jobs).maxNumberOfMessages(10).receiveRequestAttemptId(attempt));
        // endregion
    }

    void redrive(String deadLettersArn) {
        // region redrive
        sqs.startMessageMoveTask(request -> request.sourceArn(deadLettersArn).maxNumberOfMessagesPerSecond(50));
        // endregion
    }

    void count(String jobs) {
        // region count
        Map<QueueAttributeName, String> counts = sqs.getQueueAttributes(request -> request.queueUrl(jobs)
                        .attributeNames(
                                QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES,
                                QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE,
                                QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_DELAYED))
                .attributes();
        System.out.println(counts);
        // endregion
    }

    void purge(String jobs) {
        // region purge
        sqs.purgeQueue(request -> request.queueUrl(jobs));
        // endregion
    }
}
