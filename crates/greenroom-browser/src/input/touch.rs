//! A finger.

use serde_json::json;

use crate::element::Point;
use crate::error::Result;
use crate::page::Page;

impl Page {
    /// Touch and let go; the browser makes a click of it.
    pub(crate) async fn tap_at(&self, point: Point) -> Result<()> {
        self.point_at(point);
        let Point { x, y } = point;
        let down = json!({"type": "touchStart", "touchPoints": [{"x": x, "y": y}]});
        self.input("Input.dispatchTouchEvent", &down).await?;
        let up = json!({"type": "touchEnd", "touchPoints": []});
        self.input("Input.dispatchTouchEvent", &up).await
    }
}
