package dev.restante.node;

import dev.restante.model.EntityOptions;
import dev.restante.option.QueueOption;
import java.time.Duration;

abstract class ExpiryFixture extends BrokerContract {

    static final Duration MINUTE = Duration.ofMinutes(1);
    static final Duration MILLI = Duration.ofMillis(1);

    static EntityOptions deadLettering() {
        return EntityOptions.DEFAULT.with(QueueOption.DEAD_LETTER_ON_EXPIRY, true);
    }
}
