package dev.restante.samples.bookshop;

// region service
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jms.core.JmsTemplate;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Service that stores each order in a row and in a message, in one commit. */
@Service
public class BookOrders {

    private final JdbcTemplate rows;
    private final JmsTemplate jms;

    public BookOrders(JdbcTemplate rows, JmsTemplate jms) {
        this.rows = rows;
        this.jms = jms;
    }

    @Transactional
    public void take(String title) {
        rows.update("INSERT INTO book_order (title) VALUES (?)", title);
        jms.convertAndSend("orders", title);
    }
}
// endregion
