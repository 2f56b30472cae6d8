package dev.restante.samples.jakartaee;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PrintWriter;

/**
 * {@code POST /orders?item=jam} takes an order, with {@code &fail=true} one that fails at the end;
 * {@code GET /orders?item=jam} tells what became of it.
 */
@WebServlet("/orders")
public class OrdersServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Inject
    private transient Orders orders;

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String item = request.getParameter("item");
        boolean fail = Boolean.parseBoolean(request.getParameter("fail"));
        response.getWriter().println(fail ? orders.placeAndFail(item) : orders.place(item));
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        PrintWriter out = response.getWriter();
        orders.of(request.getParameter("item")).forEach(out::println);
    }
}
