package dev.restante.samples.clouds;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.time.ZoneOffset.UTC;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.azure.messaging.servicebus.ServiceBusSessionReceiverClient;
import com.azure.messaging.servicebus.ServiceBusTransactionContext;
import com.azure.messaging.servicebus.administration.ServiceBusAdministrationClient;
import com.azure.messaging.servicebus.administration.models.CorrelationRuleFilter;
import com.azure.messaging.servicebus.administration.models.CreateQueueOptions;
import com.azure.messaging.servicebus.administration.models.CreateRuleOptions;
import com.azure.messaging.servicebus.administration.models.EntityStatus;
import com.azure.messaging.servicebus.administration.models.QueueProperties;
import com.azure.messaging.servicebus.administration.models.SqlRuleAction;
import com.azure.messaging.servicebus.administration.models.SqlRuleFilter;
import com.azure.messaging.servicebus.models.DeadLetterOptions;
import com.azure.messaging.servicebus.models.SubQueue;
import java.time.Duration;
import java.time.OffsetDateTime;

/** Original code for the client library of Azure Service Bus, which {@link ServiceBusClientMigration} migrates. */
final class ServiceBusClientOriginal {

    private final ServiceBusClientBuilder builder;

    ServiceBusClientOriginal(ServiceBusClientBuilder builder) {
        this.builder = builder;
    }

    void createQueue(ServiceBusAdministrationClient administration) {
        // region queue
        CreateQueueOptions options = new CreateQueueOptions()
                .setLockDuration(Duration.ofMinutes(1))
                .setMaxDeliveryCount(5)
                .setDefaultMessageTimeToLive(Duration.ofDays(14))
                .setDeadLetteringOnMessageExpiration(true);
        administration.createQueue("parcels", options);
        // endregion
    }

    void settle(ServiceBusSenderClient sender, ServiceBusReceiverClient receiver) {
        // region settle
        sender.sendMessage(new ServiceBusMessage("to 1 Main Street").setTimeToLive(Duration.ofHours(1)));
        for (ServiceBusReceivedMessage parcel : receiver.receiveMessages(1, Duration.ofSeconds(5))) {
            receiver.renewMessageLock(parcel);
            if (parcel.getBody().toString().isBlank()) {
                receiver.deadLetter(parcel, new DeadLetterOptions().setDeadLetterReason("NoAddress"));
            } else {
                receiver.complete(parcel);
            }
        }
        // endregion
    }

    void schedule(ServiceBusSenderClient sender) {
        // region schedule
        Long number = sender.scheduleMessage(
                new ServiceBusMessage("a reminder"), OffsetDateTime.now(UTC).plusHours(1));
        sender.cancelScheduledMessage(number);
        // endregion
    }

    void defer(ServiceBusReceiverClient receiver, ServiceBusReceivedMessage parcel) {
        // region defer
        receiver.defer(parcel);
        ServiceBusReceivedMessage again = receiver.receiveDeferredMessage(parcel.getSequenceNumber());
        receiver.complete(again);
        // endregion
    }

    void group() {
        // region group
        try (ServiceBusSessionReceiverClient sessions =
                        builder.sessionReceiver().queueName("stops").buildClient();
                ServiceBusReceiverClient tour = sessions.acceptNextSession()) {
            for (ServiceBusReceivedMessage stop : tour.receiveMessages(10, Duration.ofSeconds(5))) {
                tour.setSessionState(("last stop: " + stop.getBody()).getBytes(UTF_8));
                tour.complete(stop);
            }
        }
        // endregion
    }

    void repair(ServiceBusSenderClient sender) {
        // region repair
        try (ServiceBusReceiverClient dead = builder.receiver()
                .queueName("parcels")
                .subQueue(SubQueue.DEAD_LETTER_QUEUE)
                .buildClient()) {
            for (ServiceBusReceivedMessage parcel : dead.receiveMessages(100, Duration.ofSeconds(5))) {
                System.out.println(parcel.getDeadLetterReason());
                sender.sendMessage(new ServiceBusMessage(parcel));
                dead.complete(parcel);
            }
        }
        // endregion
    }

    void rules(ServiceBusAdministrationClient administration) {
        // region rules
        CorrelationRuleFilter sports = new CorrelationRuleFilter();
        sports.getProperties().put("kind", "sports");
        administration.createRule("news", "sports", "sports", new CreateRuleOptions(sports));
        administration.createRule(
                "news",
                "finals",
                "sports",
                new CreateRuleOptions(new SqlRuleFilter("kind = 'sports' AND round = 'final'"))
                        .setAction(new SqlRuleAction("SET urgent = TRUE")));
        administration.deleteRule("news", "sports", "$Default");
        // endregion
    }

    void transaction(ServiceBusSenderClient sender) {
        // region transaction
        ServiceBusTransactionContext transaction = sender.createTransaction();
        sender.sendMessage(new ServiceBusMessage("one"), transaction);
        sender.sendMessage(new ServiceBusMessage("two"), transaction);
        sender.commitTransaction(transaction);
        // endregion
    }

    void status(ServiceBusAdministrationClient administration) {
        // region status
        QueueProperties parcels = administration.getQueue("parcels");
        administration.updateQueue(parcels.setStatus(EntityStatus.RECEIVE_DISABLED));
        // when the carrier is back
        administration.updateQueue(parcels.setStatus(EntityStatus.ACTIVE));
        // endregion
    }
}
