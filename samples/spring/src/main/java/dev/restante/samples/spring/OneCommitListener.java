package dev.restante.samples.spring;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jms.annotation.JmsListener;
import org.springframework.jms.core.JmsTemplate;
import org.springframework.stereotype.Component;

/** Listener whose message, row and send are one commit. Its container is of {@link OneCommitContainers}. */
@Component
public class OneCommitListener {

    private final JdbcTemplate rows;
    private final JmsTemplate jms;

    /** Creates a listener with the templates of the application. */
    public OneCommitListener(JdbcTemplate rows, JmsTemplate jms) {
        this.rows = rows;
        this.jms = jms;
    }

    // region listener
    @JmsListener(destination = "orders", containerFactory = "oneCommit")
    void cook(String dish) {
        rows.update("INSERT INTO cooked (dish) VALUES (?)", dish);
        jms.convertAndSend("bills", dish);
    }
    // endregion
}
