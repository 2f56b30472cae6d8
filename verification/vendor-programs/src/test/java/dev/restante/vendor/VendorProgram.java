package dev.restante.vendor;

import static dev.restante.moved.table.Difference.decided;
import static dev.restante.moved.table.Difference.refused;

import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteXAConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.moved.program.ProgramFactories;
import dev.restante.moved.program.ProviderProgram;
import dev.restante.moved.table.Difference;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

/**
 * Program for the client of a vendor, its settings on Restante, and the results that its vendor documents.
 *
 * @param page the name of the page about the vendor in {@code docs/coming-from}
 * @param queue the queue that an administrator creates
 * @param options the options of the queue
 * @param results the documented results of the features that only this vendor has
 * @param differences the features whose results differ on Restante
 */
record VendorProgram(
        String page,
        Function<ProgramFactories, ProviderProgram> program,
        String queue,
        QueueOptions options,
        Map<String, String> results,
        Map<String, Difference> differences) {

    static final List<VendorProgram> ALL = List.of(
            new VendorProgram(
                    "ibm-mq",
                    IbmMqProgram::new,
                    "DEV.QUEUE.1",
                    QueueOptions.defaults().withMaxDeliveryCount(3).withDeadLetterTo("DEV.BACKOUT"),
                    Map.of(
                            "backout queue", "deliveries 1 2 3, backed out [poison]",
                            "`JMS_IBM_Format` of a sent message", "MQSTR",
                            "`JMS_IBM_Last_Msg_In_Group`", "true 1",
                            "selector with `JMS_IBM_MQMD_Priority`", "[selected]",
                            "queue `queue:///DEV.QUEUE.2`", "1"),
                    Map.of(
                            "`JMS_IBM_Report_COD`",
                            decided("report: none", "Restante sends no reports"),
                            "`JMS_IBM_PutDate` of a received message",
                            decided("null", "read `JMSTimestamp`"),
                            "selector with `JMS_IBM_PutDate`",
                            refused("use JMSTimestamp", "use `JMSTimestamp`"),
                            "queue `queue:///DEV.QUEUE.2?targetClient=1`",
                            refused("targetClient=1", "leave `targetClient` out"))),
            new VendorProgram(
                    "amazon-sqs",
                    SqsProgram::new,
                    "orders.fifo",
                    QueueOptions.defaults().withDuplicateDetectionWindow(Duration.ofMinutes(5)),
                    Map.of(
                            "queue", "[1, 2]",
                            "`JMSXGroupID` and `JMS_SQS_DeduplicationId`", "[first]",
                            "`JMSXDeliveryCount`", "count 1",
                            "`CLIENT_ACKNOWLEDGE`", "left []"),
                    Map.of(
                            "`JMS_SQS_SequenceNumber` of a received message",
                            decided("null", "read `JMS_Restante_SequenceNumber`"),
                            "`UNORDERED_ACKNOWLEDGE`",
                            decided("left []", "its number 100 is `RECEIVE_AND_DELETE`; use mode 101"))),
            new VendorProgram(
                    "azure-service-bus",
                    ServiceBusProgram::new,
                    "parcels",
                    QueueOptions.defaults().withMaxDeliveryCount(3),
                    Map.of(
                            "dead-letter queue `parcels/$DeadLetterQueue`",
                                    "deliveries 1 2 3, dead MaxDeliveryCountExceeded",
                            "session mode 101 of Qpid JMS", "[1, 3]",
                            "message groups", "[1, 2, 3], other none"),
                    Map.of(
                            "queue `parcels/$deadletterqueue`",
                            refused("'parcels/$DeadLetterQueue'", "write `parcels/$DeadLetterQueue`"),
                            "queue `news/Subscriptions/all`",
                            refused("createSharedDurableConsumer", "use `createSharedDurableConsumer`"))));

    /** Runs the program on an embedded store in memory. */
    Map<String, String> run() throws JMSException {
        String url = "jdbc:hsqldb:mem:" + UUID.randomUUID();
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(url)) {
            try (RestanteAdmin admin = factory.admin()) {
                admin.createQueue("DEV.BACKOUT", QueueOptions.defaults());
                admin.createQueue(queue, options);
            }
            return program.apply(new ProgramFactories(factory, new RestanteXAConnectionFactory(url)))
                    .run();
        }
    }

    @Override
    public String toString() {
        return page;
    }
}
